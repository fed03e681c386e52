import type { Severity } from '@cloud-factory/contract/alarm-words'

const tones: Readonly<Record<Severity, readonly number[]>> = {
  critical: [880, 660, 880, 660],
  warning: [660, 660],
  info: [520],
}
const everyMs = 10_000

let speaker: AudioContext | null = null

/** Sounds at once and every ten seconds, until ended. A browser that lets nothing sound before a touch stays silent. */
export function ring(severity: Severity): () => void {
  const sound = () => {
    try {
      speaker ??= new AudioContext()
      const context = speaker
      if (context.state === 'suspended') void context.resume().catch(() => undefined)
      for (const [at, pitch] of tones[severity].entries()) tone(context, pitch, at * 0.28)
    } catch {
      // No loudspeaker here.
    }
  }
  sound()
  const timer = setInterval(sound, everyMs)
  return () => clearInterval(timer)
}

function tone(context: AudioContext, pitch: number, after: number): void {
  const source = context.createOscillator()
  const volume = context.createGain()
  const begin = context.currentTime + after
  source.frequency.value = pitch
  volume.gain.setValueAtTime(0, begin)
  volume.gain.linearRampToValueAtTime(0.25, begin + 0.02)
  volume.gain.linearRampToValueAtTime(0, begin + 0.24)
  source.connect(volume).connect(context.destination)
  source.start(begin)
  source.stop(begin + 0.26)
}
