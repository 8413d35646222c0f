// Built in advance.
export const prerender = true;
