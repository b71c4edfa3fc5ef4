/** Real, if silent, audio files, made in code: containers as encoders write them. */

const SAMPLE_RATE = 8000;

/** PCM, 8 kHz, 16 bits, one channel. */
export function wav(seconds: number): Buffer {
	const length = Math.round(seconds * SAMPLE_RATE) * 2;
	const header = Buffer.alloc(44);
	header.write('RIFF', 0);
	header.writeUInt32LE(36 + length, 4);
	header.write('WAVEfmt ', 8);
	header.writeUInt32LE(16, 16);
	header.writeUInt16LE(1, 20);
	header.writeUInt16LE(1, 22);
	header.writeUInt32LE(SAMPLE_RATE, 24);
	header.writeUInt32LE(SAMPLE_RATE * 2, 28);
	header.writeUInt16LE(2, 32);
	header.writeUInt16LE(16, 34);
	header.write('data', 36);
	header.writeUInt32LE(length, 40);
	return Buffer.concat([header, Buffer.alloc(length)]);
}

/** A WAV file whose header claims `claimed` seconds and which holds `seconds`. */
export function lyingWav(seconds: number, claimed: number): Buffer {
	const file = wav(seconds);
	file.writeUInt32LE(Math.round(claimed * SAMPLE_RATE) * 2, 40);
	return file;
}

/** MPEG 1 layer 3, 128 kbit/s, 44.1 kHz: frames of 417 bytes with 1152 samples each. */
export function mp3(seconds: number): Buffer {
	const frame = Buffer.alloc(417);
	frame.writeUInt32BE(0xfffb90c4, 0);
	const frames = Math.ceil((seconds * 44_100) / 1152);
	return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** AAC in an MP4 container with the brand M4A. */
export function m4a(seconds: number): Buffer {
	return mp4('M4A ', seconds, []);
}

/** A film: the sound of {@link m4a} beside a track of H.264 pictures. */
export function mp4Video(seconds: number): Buffer {
	const width = 320;
	const height = 240;
	const picture = atom(
		'avc1',
		...[words(0, 1), Buffer.alloc(16), words((width << 16) | height, 0x480000, 0x480000, 0, 0x10000)],
		Buffer.alloc(32),
		words(0x18ffff),
	);
	const table = atom(
		'stbl',
		atom('stsd', words(0, 1), picture),
		atom('stts', words(0, 1, 1, 1024)),
		atom('stsc', words(0, 1, 1, 1, 1)),
		atom('stsz', words(0, 10, 1)),
		atom('stco', words(0, 1, 0)),
	);
	const duration = Math.round(seconds * SAMPLE_RATE);
	const track = atom(
		'trak',
		atom('tkhd', words(7, 0, 0, 2, 0, duration), Buffer.alloc(52), words(width << 16, height << 16)),
		atom(
			'mdia',
			atom('mdhd', words(0, 0, 0, SAMPLE_RATE, duration, 0x55c40000)),
			atom('hdlr', words(0, 0), Buffer.from('vide'), Buffer.alloc(13)),
			atom('minf', atom('vmhd', Buffer.alloc(12)), table),
		),
	);
	return mp4('isom', seconds, [track]);
}

/** AAC in an MP4 container, with further tracks. */
function mp4(brand: string, seconds: number, tracks: Buffer[]): Buffer {
	const duration = Math.round(seconds * SAMPLE_RATE);
	const frames = Math.ceil(duration / 1024);
	const identity = Buffer.alloc(36);
	const mvhd = atom(
		'mvhd',
		words(0, 0, 0, SAMPLE_RATE, duration, 0x10000, 0x1000000, 0, 0),
		identity,
		words(0, 0, 0, 0, 0, 0, 2),
	);
	const tkhd = atom('tkhd', words(7, 0, 0, 1, 0, duration), Buffer.alloc(60));
	const mdhd = atom('mdhd', words(0, 0, 0, SAMPLE_RATE, duration, 0x55c40000));
	const hdlr = atom('hdlr', words(0, 0), Buffer.from('soun'), Buffer.alloc(13));
	const entry = atom('mp4a', words(0, 1), words(0, 0, 0x00010010, 0, SAMPLE_RATE * 65_536));
	const table = atom(
		'stbl',
		atom('stsd', words(0, 1), entry),
		atom('stts', words(0, 1, frames, 1024)),
		atom('stsc', words(0, 1, 1, frames, 1)),
		atom('stsz', words(0, 10, frames)),
		atom('stco', words(0, 1, 0)),
	);
	const media = atom('mdia', mdhd, hdlr, atom('minf', atom('smhd', Buffer.alloc(8)), table));
	const movie = atom('moov', mvhd, atom('trak', tkhd, media), ...tracks);
	return Buffer.concat([
		atom('ftyp', Buffer.from(brand), words(0), Buffer.from(`${brand}mp42isom`)),
		movie,
		atom('mdat', Buffer.alloc(10 * frames)),
	]);
}

function atom(name: string, ...content: Buffer[]): Buffer {
	const body = Buffer.concat(content);
	return Buffer.concat([words(8 + body.length), Buffer.from(name), body]);
}

function words(...values: number[]): Buffer {
	const bytes = Buffer.alloc(values.length * 4);
	for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
	return bytes;
}
