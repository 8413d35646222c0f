// The lobby lives on its socket; the page is written in advance.
export const ssr = false;
export const prerender = true;
