import { loadWords } from '../i18n/i18n.ts'
import { lazyComponent } from '../ui/lazy-component.ts'

/** The QR code camera, loaded with its texts when it is first opened. */
export const ScanCamera = lazyComponent(async () => {
  const [{ ScanCamera: Camera }] = await Promise.all([import('./scan-camera.tsx'), loadWords('camera')])
  return Camera
})
