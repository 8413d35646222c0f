// Fields that hold no value: nothing is sent while there is one.

/** The sentence of the first field within `root` that holds no value, which is shown and focused; else null. */
export function firstFault(root: ParentNode): string | null {
  const field = root.querySelector<HTMLInputElement>('input:invalid');
  if (!field) return null;
  for (let at = field.closest('details'); at; at = at.parentElement?.closest('details') ?? null) at.open = true;
  field.checkValidity();
  field.focus();
  return field.validationMessage;
}
