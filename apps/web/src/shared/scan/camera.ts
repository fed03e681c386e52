import { loadWords } from '../i18n/i18n.ts'
import { lazyPart } from '../ui/lazy-part.ts'

/** The camera that reads QR codes, fetched with its words when it is first opened. */
export const ScanCamera = lazyPart(async () => {
  const [{ ScanCamera: Camera }] = await Promise.all([import('./scan-camera.tsx'), loadWords('camera')])
  return Camera
})
