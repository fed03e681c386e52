type Signal = 'good' | 'waits' | 'bad'

const tones: Readonly<Record<Signal, readonly (readonly [hertz: number, ms: number])[]>> = {
  good: [[1046, 120]],
  waits: [
    [784, 90],
    [784, 90],
  ],
  bad: [
    [220, 260],
    [165, 340],
  ],
}
const shakes: Readonly<Record<Signal, number[]>> = { good: [60], waits: [40, 60, 40], bad: [200, 80, 200] }

let audio: AudioContext | null = null

/** Tells by sound and vibration what became of a report: gloves on, eyes on the piece. */
export function signal(kind: Signal, sound: boolean): void {
  // Both are missing in some browsers, and refused before the first touch.
  ;(navigator as { vibrate?: (pattern: number[]) => boolean }).vibrate?.(shakes[kind])
  if (!sound) return
  try {
    play(kind)
  } catch {
    audio = null
  }
}

function play(kind: Signal): void {
  audio ??= new AudioContext()
  void audio.resume()
  let at = audio.currentTime
  for (const [hertz, ms] of tones[kind]) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = hertz
    volume.gain.value = 0.15
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    tone.stop(at + ms / 1000)
    at += ms / 1000 + 0.05
  }
}
