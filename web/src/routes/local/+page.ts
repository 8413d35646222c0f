// The table for two at one device lives in the browser only; its page is written in advance, to be there offline.
export const ssr = false;
export const prerender = true;
