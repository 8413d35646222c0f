// Passkeys in the browser: what the server asks is given to the authenticator, what it answers to the server.
import * as api from './account-api';

/** Whether this browser, under this address, knows passkeys at all. */
export const passkeysWork = (): boolean =>
  typeof window !== 'undefined' && window.isSecureContext && 'credentials' in navigator && 'PublicKeyCredential' in window;

/** Somebody has closed the browser's question, or it had no answer. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);

/** The authenticator knows this account already. */
export const isKnown = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'InvalidStateError';

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

function text(buffer: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const descriptors = (list: PublicKeyCredentialDescriptorJSON[] = []): PublicKeyCredentialDescriptor[] =>
  list.map(({ id, transports }) => ({
    id: bytes(id),
    type: 'public-key',
    ...(transports ? { transports: transports as AuthenticatorTransport[] } : {}),
  }));

export async function makePasskey(name: string, password: string): Promise<void> {
  const { ceremony, options } = await api.beginPasskey(name, password);
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: descriptors(options.excludeCredentials),
  } as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  await api.finishPasskey(ceremony, {
    rawId: text(made.rawId),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  });
}

export async function signInByPasskey(): Promise<api.Me | null> {
  const { ceremony, options } = await api.askPasskey();
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: descriptors(options.allowCredentials),
  } as PublicKeyCredentialRequestOptions;
  const shown = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = shown.response as AuthenticatorAssertionResponse;
  return api.showPasskey(ceremony, {
    rawId: text(shown.rawId),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      ...(response.userHandle ? { userHandle: text(response.userHandle) } : {}),
    },
  });
}
