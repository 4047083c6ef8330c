/** The sounds of the table, made when they are needed: soft wood and stone, never before a gesture. */
import { settings } from "../settings.svelte.ts";

export type SoundName =
  | "draw"
  | "select"
  | "column"
  | "tile"
  | "roof"
  | "disc"
  | "dissolve"
  | "take"
  | "place"
  | "structure"
  | "turn"
  | "win"
  | "undo"
  | "refused";

export interface SoundWish {
  level?: number; // floor or level, from 1: each is a semitone higher
}

/** One part of a sound: a tone or a breath of noise that fades away. */
export interface Part {
  wave: "sine" | "triangle" | "noise";
  pitch: number; // Hz: of the tone, or where the noise is let through
  glide?: number; // Hz at its end
  at: number; // s after the beginning
  time: number; // s
  loud: number; // 0 to 1
  rise?: number; // s until it is loudest
}

const SEMITONE = 2 ** (1 / 12);
const up = (pitch: number, level = 1): number => pitch * SEMITONE ** (level - 1);
const knock = (pitch: number, at = 0, loud = 0.5): Part[] => [
  { wave: "sine", pitch, glide: pitch * 0.82, at, time: 0.09, loud },
  { wave: "noise", pitch: pitch * 4, at, time: 0.025, loud: loud * 0.5 },
];
const bell = (pitch: number, at: number, time: number, loud: number): Part[] => [
  { wave: "sine", pitch, at, time, loud },
  { wave: "sine", pitch: pitch * 2.76, at, time: time * 0.5, loud: loud * 0.25 },
];
const ceramic = (pitch: number): Part[] => [
  { wave: "sine", pitch, at: 0, time: 0.07, loud: 0.28 },
  { wave: "triangle", pitch: pitch * 2.4, at: 0, time: 0.04, loud: 0.12 },
  { wave: "noise", pitch: 5200, at: 0, time: 0.02, loud: 0.2 },
];

/** What each sound is made of; pure, so that its length and loudness can be tested. */
export function partsOf(name: SoundName, { level = 1 }: SoundWish = {}): Part[] {
  switch (name) {
    case "draw": // a card turned over
      return [
        { wave: "noise", pitch: 2600, glide: 1400, at: 0, time: 0.07, loud: 0.14, rise: 0.02 },
      ];
    case "select":
      return [{ wave: "noise", pitch: 900, at: 0, time: 0.04, loud: 0.25 }];
    case "column":
      return knock(up(220, level));
    case "tile":
      return [
        { wave: "noise", pitch: 700, glide: 380, at: 0, time: 0.18, loud: 0.3, rise: 0.04 },
        ...knock(130, 0.15, 0.4),
      ];
    case "roof":
      return [...knock(150, 0, 0.35), ...bell(1175, 0.05, 0.24, 0.16)];
    case "disc":
      return [
        { wave: "triangle", pitch: up(520, level), at: 0, time: 0.05, loud: 0.3 },
        { wave: "noise", pitch: 3200, at: 0, time: 0.015, loud: 0.3 },
      ];
    case "dissolve":
      return Array.from({ length: 7 }, (_, i) => ({
        wave: "triangle" as const,
        pitch: up(520, 7 - i),
        at: i * 0.036,
        time: 0.045,
        loud: 0.24,
      }));
    case "take":
      return ceramic(760);
    case "place":
      return [...ceramic(620), ...knock(180, 0.01, 0.3)];
    case "structure":
      return [...bell(784, 0, 0.16, 0.18), ...bell(1047, 0.11, 0.18, 0.18)];
    case "turn":
      return [
        { wave: "sine", pitch: 196, at: 0, time: 0.29, loud: 0.34, rise: 0.015 },
        { wave: "sine", pitch: 392.8, at: 0, time: 0.22, loud: 0.1, rise: 0.015 },
      ];
    case "win":
      return [523, 659, 784].flatMap((pitch, i) => bell(pitch, i * 0.07, 0.15, 0.18));
    case "undo":
      return [{ wave: "noise", pitch: 400, glide: 1500, at: 0, time: 0.2, loud: 0.22, rise: 0.16 }];
    case "refused":
      return [{ wave: "sine", pitch: 110, glide: 92, at: 0, time: 0.09, loud: 0.4 }];
  }
}

const LOUDNESS = 0.35; // of everything together: about -18 LUFS
const SILENT = 0.0001; // an exponential fade never reaches nothing

class Sound {
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;

  play(name: SoundName, wish: SoundWish = {}): void {
    if (!settings.sound || !this.allowed || document.visibilityState === "hidden") return;
    const context = this.open();
    if (!context) return;
    void context.resume();
    const out = context.createGain();
    out.gain.value = LOUDNESS;
    out.connect(context.destination);
    for (const part of partsOf(name, wish)) this.part(context, out, part);
  }

  /** Browsers let a page sound only after a person has touched it. */
  private get allowed(): boolean {
    return navigator.userActivation?.hasBeenActive ?? false;
  }

  private open(): AudioContext | null {
    try {
      this.context ??= new AudioContext();
    } catch {
      return null; // a machine without sound plays on in silence
    }
    return this.context;
  }

  private part(context: AudioContext, out: AudioNode, part: Part): void {
    const begin = context.currentTime + part.at;
    const end = begin + part.time;
    const gain = context.createGain();
    gain.gain.setValueAtTime(SILENT, begin);
    gain.gain.exponentialRampToValueAtTime(part.loud, begin + (part.rise ?? 0.004));
    gain.gain.exponentialRampToValueAtTime(SILENT, end);
    gain.connect(out);
    if (part.wave === "noise") {
      const source = context.createBufferSource();
      source.buffer = this.breath(context);
      const filter = context.createBiquadFilter();
      filter.type = "bandpass";
      filter.frequency.setValueAtTime(part.pitch, begin);
      if (part.glide) filter.frequency.exponentialRampToValueAtTime(part.glide, end);
      source.connect(filter).connect(gain);
      source.start(begin);
      source.stop(end);
    } else {
      const source = context.createOscillator();
      source.type = part.wave;
      source.frequency.setValueAtTime(part.pitch, begin);
      if (part.glide) source.frequency.exponentialRampToValueAtTime(part.glide, end);
      source.connect(gain);
      source.start(begin);
      source.stop(end);
    }
  }

  /** A third of a second of noise, made once. */
  private breath(context: AudioContext): AudioBuffer {
    if (!this.noise) {
      this.noise = context.createBuffer(1, Math.ceil(context.sampleRate * 0.3), context.sampleRate);
      const data = this.noise.getChannelData(0);
      for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
    }
    return this.noise;
  }
}

export const sound = new Sound();
