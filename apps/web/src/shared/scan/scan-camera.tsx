import { Alert, Button } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { inSight } from './scan.rules.ts'
import './scan-camera.css'

/** Looks for a QR code in the current video image; null when there is none. */
type ReadCode = (video: HTMLVideoElement) => Promise<string | null>

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorKind {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** The browser's own reader if it has one; otherwise ours, loaded now. */
async function codeReader(): Promise<ReadCode> {
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

interface Props {
  readonly onCode: (code: string) => void
  readonly onClose: () => void
  /** Continues after a code; the same code counts again after it was out of sight. */
  readonly goesOn?: boolean
}

type Trouble = 'insecure' | 'refused' | 'none'
const everyMs = 120

/** Shows the camera image until it contains a QR code. Mount it to open it; unmounting turns the camera off. */
export function ScanCamera({ onCode, onClose, goesOn = false }: Props) {
  const { t } = useTranslation('camera')
  const video = useRef<HTMLVideoElement>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const found = useEffectEvent(onCode)
  useEffect(() => {
    const over = new AbortController()
    const once = (code: string) => {
      over.abort()
      found(code)
    }
    const onSighting = inSight(goesOn ? (code) => found(code) : once, () => performance.now())
    watch(video, over.signal, onSighting).catch((error: unknown) => {
      if (!over.signal.aborted) setTrouble(troubleOf(error))
    })
    return () => over.abort()
  }, [goesOn])
  return (
    <div className="scan-camera">
      {trouble === null ? (
        <video ref={video} muted playsInline aria-label={t('picture')} />
      ) : (
        <Alert type="warning" showIcon title={t(trouble)} />
      )}
      <Button block onClick={onClose}>
        {t('close')}
      </Button>
    </div>
  )
}

class NoCamera extends Error {}

async function watch(
  video: { readonly current: HTMLVideoElement | null },
  over: AbortSignal,
  onSighting: (code: string | null) => void,
): Promise<void> {
  // Not available on pages without https.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  if (mediaDevices === undefined) throw new NoCamera()
  const read = await codeReader()
  if (over.aborted) return
  const stream = await mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  })
  const off = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (over.aborted) return off()
  over.addEventListener('abort', off, { once: true })
  const screen = video.current
  if (screen === null) return off()
  screen.srcObject = stream
  await screen.play()
  while (!over.aborted) {
    const code = (await read(screen))?.trim() ?? ''
    if (!over.aborted) onSighting(code === '' ? null : code)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof NoCamera) return 'insecure'
  return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'none'
}
