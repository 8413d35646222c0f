// The host's page is drawn in the browser, from what the server tells an admin.
export const ssr = false;
export const prerender = true;
