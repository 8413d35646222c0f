// Built in advance as everybody sees it who is not signed in.
export const prerender = true;
