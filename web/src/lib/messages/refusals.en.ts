// One English sentence for each refusal code. Values in braces come with the refusal.
// A code that is missing here is said in the server's own sentence.

export const refusals: Readonly<Record<string, string>> = {};
