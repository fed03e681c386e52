import { maxDevicePictureBytes } from '@cloud-factory/domain/displays/display-enums'
import { api } from '../../shared/api.ts'

/** Widths in pixels and qualities that are tried until the picture is small enough. */
const tries = [
  [1280, 0.8],
  [1280, 0.5],
  [960, 0.6],
  [640, 0.5],
] as const

/** Sends a picture of what this TV shows; null says that its browser cannot draw one. */
export async function sendPicture(): Promise<void> {
  const picture = await drawnPicture().catch(() => null)
  // A TV that cannot send it now is asked again by whoever wants to see it.
  await api('POST /api/screens/picture', { body: { picture }, quiet: true }).catch(() => undefined)
}

/**
 * Draws the page into a picture, as base64. Browsers have no function for that without asking the viewer, but they draw
 * an SVG that contains the page's own elements and styles.
 */
async function drawnPicture(): Promise<string | null> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(pageAsSvg())}`
  await image.decode()
  for (const [width, quality] of tries) {
    const scale = Math.min(1, width / innerWidth)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(innerWidth * scale))
    canvas.height = Math.max(1, Math.round(innerHeight * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await encoded(canvas, quality)
    if (blob !== null && blob.size <= maxDevicePictureBytes) return base64(blob)
  }
  return null
}

/** As WebP, or as JPEG where the browser writes no WebP. */
async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  for (const type of ['image/webp', 'image/jpeg']) {
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, type, quality)
    })
    if (blob?.type === type) return blob
  }
  return null
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
}

function pageAsSvg(): string {
  const { documentElement: page } = document
  const copy = page.cloneNode(true) as HTMLElement
  for (const element of copy.querySelectorAll('script, link, meta, style, noscript')) element.remove()
  const images = [...page.querySelectorAll('img')]
  for (const [at, image] of [...copy.querySelectorAll('img')].entries()) {
    const original = images[at]
    if (original !== undefined) image.src = dataOf(original)
  }
  const style = document.createElement('style')
  style.textContent = `${stylesOf(document)} *, ::before, ::after { animation: none !important }`
  copy.prepend(style)
  const size = `width="${innerWidth}" height="${innerHeight}"`
  const theme = page.dataset['theme'] ?? ''
  const elements = new XMLSerializer().serializeToString(copy)
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} data-theme="${theme}">
    <foreignObject x="0" y="0" ${size}>${elements}</foreignObject></svg>`
}

const stylesOf = ({ styleSheets }: Document): string =>
  [...styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n')

/** A picture of the page as part of the drawing, which loads nothing. */
function dataOf(image: HTMLImageElement): string {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, image.width)
  canvas.height = Math.max(1, image.height)
  if (image.complete && image.naturalWidth > 0)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL()
}
