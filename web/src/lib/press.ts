// Presses of buttons that change what stands in their place. What they do is not here.

/** A double click is one press: its second click, on whatever has come to that place by then, does nothing. */
export const once = (act: () => unknown) => (event: MouseEvent): void => {
  if (event.detail < 2) act();
};
