// Applies the remembered appearance before the first paint. A file of its own, since the policy forbids inline scripts.
try {
  var root = document.documentElement;
  var theme = JSON.parse(localStorage.getItem('tabiya.theme'));
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (JSON.parse(localStorage.getItem('tabiya.contrast'))) root.setAttribute('data-contrast', '');
} catch (error) {
  // Nothing is remembered: the system decides.
}
