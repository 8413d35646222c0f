//! The fuzzer's door to `tabiya_fuzz::mail`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::mail(data));
