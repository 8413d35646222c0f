// Every page is a client page; those that can be written in advance say so themselves.
export const prerender = false;
export const ssr = true;
