// What a page of the rules reference is made of. The content stands in topics/, one file a topic; a test plays it all.
import type { DiagramData } from '$lib/learn/diagram';

/** A move to try on a diagram, in UCI, and what becomes of it: legal, or the code of the reason why not. */
export interface Try {
  move: string;
  verdict: string;
  /** What it shows, beyond the reason itself. */
  say?: string;
  /** Legal, but a mistake; `say` says why. */
  poor?: boolean;
  /** What a legal move gives; a test plays it. */
  gives?: 'check' | 'mate' | 'stalemate' | 'nothing';
}

export interface Picture extends DiagramData {
  /** How the position came about, where that matters: `fen` is what stands after these moves. */
  from?: { fen: string; moves: readonly string[] };
  chess960?: boolean;
  tries?: readonly Try[];
}

/** One rule in our own words. */
export interface Statement {
  /** Its name in the address, unique within its topic. */
  key: string;
  title: string;
  /** Other words by which people look for it. */
  also?: string;
  /** The statements of docs/laws.md that it tells. */
  numbers?: readonly string[];
  /** The articles of the Laws, or of the Online Regulations with "Online " before them. */
  articles?: readonly string[];
  /** Paragraphs; see prose.ts for what may stand in them. */
  text: readonly string[];
  /** Points in a list below the text. */
  points?: readonly string[];
  picture?: Picture;
}

export interface Topic {
  id: string;
  title: string;
  /** One sentence: for the contents and for search engines. */
  summary: string;
  statements: readonly Statement[];
}
