// Games are looked at in the browser only; the page is written in advance, to be there offline.
export const ssr = false;
export const prerender = true;
