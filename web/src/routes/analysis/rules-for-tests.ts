// The real rules, for tests in Node.
export { realRules } from '$lib/rules-for-tests';
