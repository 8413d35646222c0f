// The games live on the lobby's socket; the page is written in advance.
export const ssr = false;
export const prerender = true;
