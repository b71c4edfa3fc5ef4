const SAMPLE_RATE = 8000;
const BYTES_PER_SAMPLE = 2;
/** Half a second more than section 8 requires, so that rounding does not make it too short. */
const SECONDS = 30.5;

/**
 * Makes a recording that is long enough to clone a voice from: a WAV file, 8 kHz, 16 bits, one channel, with
 * a soft rising and falling tone.
 */
export function makeRecording(): Buffer {
	const samples = SAMPLE_RATE * SECONDS;
	const file = Buffer.alloc(44 + samples * BYTES_PER_SAMPLE);
	file.write('RIFF', 0);
	file.writeUInt32LE(file.length - 8, 4);
	file.write('WAVEfmt ', 8);
	file.writeUInt32LE(16, 16);
	file.writeUInt16LE(1, 20);
	file.writeUInt16LE(1, 22);
	file.writeUInt32LE(SAMPLE_RATE, 24);
	file.writeUInt32LE(SAMPLE_RATE * BYTES_PER_SAMPLE, 28);
	file.writeUInt16LE(BYTES_PER_SAMPLE, 32);
	file.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
	file.write('data', 36);
	file.writeUInt32LE(samples * BYTES_PER_SAMPLE, 40);
	for (let index = 0; index < samples; index += 1) {
		const seconds = index / SAMPLE_RATE;
		const loudness = 0.2 * Math.sin(Math.PI * seconds * 2) ** 2;
		const tone = Math.sin(2 * Math.PI * 180 * seconds + 6 * Math.sin(2 * Math.PI * 0.5 * seconds));
		file.writeInt16LE(Math.round(32_767 * loudness * tone), 44 + index * BYTES_PER_SAMPLE);
	}
	return file;
}
