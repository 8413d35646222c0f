// A reading page: built in advance.
export const prerender = true;
