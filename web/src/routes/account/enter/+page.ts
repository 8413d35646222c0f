// Built in advance; what the link holds is known in the browser only.
export const prerender = true;
