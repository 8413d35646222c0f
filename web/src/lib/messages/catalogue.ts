// How a catalogue of texts is read. A text names its values in braces; the types know which values a key needs.
import type { Params } from '../protocol';

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Arguments<S extends string> = [Names<S>] extends [never]
  ? []
  : [params: Record<Names<S>, string | number>];

/** Puts values into the braces of a text; a value that is missing leaves its braces standing. */
export function fill(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** The function that tells the texts of a catalogue by their keys. */
export function reader<C extends Record<string, string>>(texts: C) {
  return <K extends keyof C & string>(key: K, ...[params]: Arguments<C[K]>): string =>
    fill(texts[key] ?? '', (params as Params | undefined) ?? {});
}
