// What the link holds is known in the browser only.
export const ssr = false;
export const prerender = false;
