import { loadWords } from '../i18n/i18n.ts'
import { lazyPart } from '../ui/lazy-part.ts'

/** The QR code camera, loaded with its texts when it is first opened. */
export const ScanCamera = lazyPart(async () => {
  const [{ ScanCamera: Camera }] = await Promise.all([import('./scan-camera.tsx'), loadWords('camera')])
  return Camera
})
