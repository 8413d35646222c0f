// What the foot of a mail leads to: what opens it stands behind the # and is known in the browser only.
export const prerender = true;
export const ssr = false;
