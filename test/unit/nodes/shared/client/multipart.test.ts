import { encodeMultipart, StreamedFile } from '../../../../../nodes/shared/client/multipart';

async function* bytes(...parts: string[]) {
	for (const part of parts) yield await Promise.resolve(Buffer.from(part));
}

it('writes fields as text, objects as JSON, and the files under one name', () => {
	const files = [new File(['a'], 'a.wav'), new File(['b'], 'b.wav')];
	const form = encodeMultipart({ name: 'Front desk', count: 2, extra: { a: 1 } }, files);
	expect(form.get('name')).toBe('Front desk');
	expect(form.get('count')).toBe('2');
	expect(form.get('extra')).toBe('{"a":1}');
	expect(form.getAll('files').map((file) => (file as File).name)).toEqual(['a.wav', 'b.wav']);
});

it('reads a file only when it is sent, and anew each time', async () => {
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
