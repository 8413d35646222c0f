// Presses of buttons that change what stands in their place, or that ask for a second press. What they do is not here.

/** A double click is one press: its second click, on whatever has come to that place by then, does nothing. */
export const once = (act: () => unknown) => (event: MouseEvent): void => {
  if (event.detail < 2) act();
};

/** How long the second press is waited for: long enough for whoever has to hear the question first. */
export const CONFIRM_MS = 10_000;
