// A reading page with a playground: built in advance.
export const prerender = true;
