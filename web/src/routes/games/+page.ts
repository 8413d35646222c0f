// Games live on the server and in this browser; the page is written in advance without any.
export const prerender = true;
export const ssr = false;
