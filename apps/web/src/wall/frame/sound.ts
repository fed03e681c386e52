import type { Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import { useState } from 'react'
import type { Layout } from '../screen.types.ts'

const tones: Readonly<Record<Severity, readonly number[]>> = {
  critical: [880, 660, 880, 660],
  warning: [660, 660],
  info: [520],
}
const everyMs = 10_000

let speaker: AudioContext | null = null

/** Longest wait for the browser to start a sound, ms. */
const timeoutMs = 1_000

/**
 * Sounds at once and every ten seconds until ended. `silenced` receives whether the browser blocks
 * sound until the page is touched.
 */
export function ring(severity: Severity, silenced: (isSilent: boolean) => void): () => void {
  let asking: ReturnType<typeof setTimeout> | undefined
  const sound = () => {
    play(tones[severity])
    clearTimeout(asking)
    asking = setTimeout(() => silenced(speaker !== null && speaker.state !== 'running'), timeoutMs)
  }
  sound()
  const timer = setInterval(sound, everyMs)
  return () => {
    clearInterval(timer)
    clearTimeout(asking)
  }
}

/** The tones of a severity, once. */
export const ringOnce = (severity: Severity): void => play(tones[severity])

/** One short tone. */
const chime = (): void => play(tones.info)

function play(pitches: readonly number[]): void {
  try {
    speaker ??= new AudioContext()
    const context = speaker
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
    for (const [at, pitch] of pitches.entries()) tone(context, pitch, at * 0.28)
  } catch {
    // No audio output available.
  }
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

export interface Sound {
  readonly on: boolean
  /** Null: this screen never sounds, because no alarm takes it over. */
  readonly turn: (() => void) | null
}

/**
 * Whether alarms sound here: as published, until somebody changes it at the screen or a new setting
 * is published.
 */
export function useSound({ sound: published, takeover }: Layout): Sound {
  const [chosen, setChosen] = useState<{ readonly published: boolean; readonly on: boolean } | null>(null)
  const on = chosen?.published === published ? chosen.on : published
  const turn = () => {
    setChosen({ published, on: !on })
    // A test tone confirms it; after one touch the browser also allows later sounds.
    if (!on) chime()
  }
  return { on, turn: takeover === null ? null : turn }
}
