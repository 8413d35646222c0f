// How moments and sizes are written on the host's page.
import { language } from '$lib/messages';

export const day = (at: number): string => new Date(at).toLocaleDateString(language, { dateStyle: 'medium' });

export const moment = (at: number): string =>
  new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });

export const size = (bytes: number): string => {
  const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = Math.min(steps.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const style = { style: 'unit', unit: steps[step], maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, style).format(bytes / 1000 ** step);
};
