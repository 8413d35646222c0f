// How the number of an article is said: "Art. 3.7", "FIDE Online Regulations 5.2", "Guidelines II.3".
import { t } from '$lib/messages';
import { ref } from './reference.en';

export function articleName(article: string): string {
  if (article.startsWith('Online ')) return ref('rules.online_article', { article: article.slice(7) });
  if (/^I+\./.test(article)) return ref('rules.guideline', { article });
  return t('refused.article', { article });
}
