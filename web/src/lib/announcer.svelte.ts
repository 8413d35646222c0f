// What a screen reader says: one polite line for what happens, one assertive line for what was refused.

class Announcer {
  polite = $state('');
  assertive = $state('');

  /** A text that is the same as before is read again only if it differs: a space makes it so. */
  say(text: string): void {
    this.polite = this.polite === text ? `${text} ` : text;
  }

  interrupt(text: string): void {
    this.assertive = this.assertive === text ? `${text} ` : text;
  }
}

export const announcer = new Announcer();
