//! The fuzzer's door to `tabiya_fuzz::san`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tabiya_fuzz::san(data));
