// Games against the computer live in the browser only; their page is written in advance, to be there offline.
export const ssr = false;
export const prerender = true;
