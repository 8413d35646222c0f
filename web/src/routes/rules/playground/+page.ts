// A page with a board to set up: built in advance.
export const prerender = true;
