let sound: AudioContext | undefined

/** Says by sound and by touch whether a scan was right, for who looks at the shelf. */
export function signal(isRight: boolean): void {
  navigator.vibrate?.(isRight ? 40 : [200, 80, 200])
  sound ??= new AudioContext()
  // A page may sound only after the person has touched it.
  if (sound.state !== 'running') return
  const tone = sound.createOscillator()
  tone.type = isRight ? 'sine' : 'square'
  tone.frequency.value = isRight ? 1_200 : 180
  tone.connect(sound.destination)
  tone.start()
  tone.stop(sound.currentTime + (isRight ? 0.08 : 0.5))
}
