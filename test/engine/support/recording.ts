import type { IBinaryData } from 'n8n-workflow';

/** A WAV file of silence, 8 bits at 8 kHz. */
export function silence(seconds: number): Buffer {
	const samples = Buffer.alloc(seconds * 8000, 128);
	const header = Buffer.alloc(44);
	header.write('RIFF', 0);
	header.writeUInt32LE(36 + samples.length, 4);
	header.write('WAVEfmt ', 8);
	header.writeUInt32LE(16, 16);
	header.writeUInt16LE(1, 20);
	header.writeUInt16LE(1, 22);
	header.writeUInt32LE(8000, 24);
	header.writeUInt32LE(8000, 28);
	header.writeUInt16LE(1, 32);
	header.writeUInt16LE(8, 34);
	header.write('data', 36);
	header.writeUInt32LE(samples.length, 40);
	return Buffer.concat([header, samples]);
}

/** A file as an item holds it. */
export const inMemory = (bytes: Buffer, fileName: string, mimeType = 'audio/wav'): IBinaryData => ({
	data: bytes.toString('base64'),
	mimeType,
	fileName,
});
