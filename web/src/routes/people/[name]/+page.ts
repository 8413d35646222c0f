// A profile is read from the server by the page itself.
export const ssr = false;
export const prerender = false;
