// A table lives in the browser only: its page is the fallback page plus the socket.
export const ssr = false;
export const prerender = false;
