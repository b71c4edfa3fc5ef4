import type { IFormat } from 'music-metadata';

/** The format and length of an audio file. */
interface Measured {
	readonly format: 'wav' | 'mp3' | 'm4a';
	readonly seconds: number;
}

/**
 * Determines the format and length of a file from its content. The name must not have an extension, since the
 * library would trust it.
 * @returns undefined if it is not audio in a format that section 8 names
 */
export async function measure(path: string): Promise<Measured | undefined> {
	// Loaded when the first voice is cloned, since the start does not need it.
	const { parseFile } = await import('music-metadata');
	try {
		const { format } = await parseFile(path, { duration: true, skipCovers: true, skipPostHeaders: true });
		const known = readFormat(format);
		if (known === undefined || !format.hasAudio) return undefined;
		return { format: known, seconds: format.duration ?? 0 };
	} catch {
		// The file comes from a client; if it cannot be read, it is not audio.
		return undefined;
	}
}

function readFormat({ container, codec, hasVideo }: IFormat): Measured['format'] | undefined {
	if (hasVideo) return undefined;
	if (container === 'WAVE') return 'wav';
	if (container === 'MPEG' && codec?.includes('Layer 3')) return 'mp3';
	if (container !== undefined && /^(M4A|mp4\d|isom|iso\d)/i.test(container)) return 'm4a';
	return undefined;
}
