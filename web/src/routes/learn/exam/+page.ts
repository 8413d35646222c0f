// The exam: what it is stands here in advance; its questions are drawn in the browser.
export const prerender = true;
