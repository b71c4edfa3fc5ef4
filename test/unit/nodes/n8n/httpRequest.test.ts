import { StreamedFile } from '../../../../nodes/n8n/httpRequest';

async function* bytes(...parts: string[]) {
	for (const part of parts) yield await Promise.resolve(Buffer.from(part));
}

it('reads a file only when it is sent, and again each time', async () => {
	const open = jest.fn(() => bytes('ab', 'cd'));
	const file = new StreamedFile('a.wav', 'audio/wav', 4, open);
	expect([file.name, file.type, file.size]).toEqual(['a.wav', 'audio/wav', 4]);
	expect(open).not.toHaveBeenCalled();
	for (let time = 0; time < 2; time++) {
		const parts: Buffer[] = [];
		for await (const part of file.stream()) parts.push(Buffer.from(part));
		expect(Buffer.concat(parts).toString()).toBe('abcd');
	}
	expect(open).toHaveBeenCalledTimes(2);
});
