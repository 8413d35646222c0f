// The home page is built in advance.
export const prerender = true;
