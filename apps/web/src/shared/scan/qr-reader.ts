/** Looks for a QR code in the current video image; null when there is none. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | null>

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorKind {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** The browser's own reader if it has one; otherwise ours, loaded now. */
export async function codeReader(): Promise<ReadCode> {
  const kind = (globalThis as { BarcodeDetector?: DetectorKind }).BarcodeDetector
  const formats = await kind?.getSupportedFormats().catch((): readonly string[] => [])
  if (kind !== undefined && formats?.includes('qr_code') === true)
    return builtIn(new kind({ formats: ['qr_code'] }))
  return ownReader()
}

const builtIn =
  (detector: Detector): ReadCode =>
  async (video) =>
    (await detector.detect(video))[0]?.rawValue ?? null

/** Longest side of the examined image, px: enough for a label in the hand, fast on a weak phone. */
const longest = 720

async function ownReader(): Promise<ReadCode> {
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const paper = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const { videoWidth, videoHeight } = video
    if (paper === null || videoWidth === 0 || videoHeight === 0) return null
    const scale = Math.min(1, longest / Math.max(videoWidth, videoHeight))
    canvas.width = Math.round(videoWidth * scale)
    canvas.height = Math.round(videoHeight * scale)
    paper.drawImage(video, 0, 0, canvas.width, canvas.height)
    try {
      return decodeQR(paper.getImageData(0, 0, canvas.width, canvas.height))
    } catch {
      // The library throws when there is no code in the image.
      return null
    }
  }
}
