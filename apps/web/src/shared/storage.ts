import { decryptBytes, encryptBytes, roundKeys } from './aes.ts'

/**
 * Token and user info are in local storage under two fixed keys, encrypted with AES in ECB mode with PKCS7 padding
 * and a key in this bundle (ECB takes no iv). This is obfuscation, not protection: safety comes from short-lived,
 * revocable sessions and a strict content security policy.
 */
const keys = roundKeys(new TextEncoder().encode('cloud-factory-pc'))

export function encrypt(text: string): string {
  const sealed = encryptBytes(keys, new TextEncoder().encode(text))
  return btoa(Array.from(sealed, (byte) => String.fromCharCode(byte)).join(''))
}

/** The text; null when the value was not made by `encrypt`. */
export function decrypt(sealed: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(sealed), (letter) => letter.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(decryptBytes(keys, bytes))
  } catch {
    return null
  }
}

export interface ValueStore {
  /** The stored value; null when absent or corrupt. */
  readonly get: (name: string) => unknown
  readonly set: (name: string, value: unknown) => void
  readonly remove: (name: string) => void
  readonly removeWhere: (isGone: (name: string) => boolean) => void
}

/** Values as encrypted JSON in a browser storage; a full or forbidden storage acts like an empty one. */
export function valueStore(storage: () => Storage): ValueStore {
  const removeWhere = (isGone: (name: string) => boolean) => {
    try {
      const names = Array.from({ length: storage().length }, (_, at) => storage().key(at) ?? '')
      for (const name of names.filter(isGone)) storage().removeItem(name)
    } catch {
      // Nothing was stored.
    }
  }
  return {
    get(name) {
      try {
        const sealed = storage().getItem(name)
        const text = sealed === null ? null : decrypt(sealed)
        return text === null ? null : (JSON.parse(text) as unknown)
      } catch {
        return null
      }
    },
    set(name, value) {
      try {
        storage().setItem(name, encrypt(JSON.stringify(value)))
      } catch {
        // Without storage the page still works until it is reloaded.
      }
    },
    remove: (name) => removeWhere((other) => other === name),
    removeWhere,
  }
}

/** Kept until sign-out: the two keys below, nothing else. */
export const localStore = valueStore(() => localStorage)
/** Kept until this browser tab is closed. */
export const sessionStore = valueStore(() => sessionStorage)

export const tokenKey = 'cloud-factory-token'
export const userInfoKey = 'cloud-factory-user-info'
