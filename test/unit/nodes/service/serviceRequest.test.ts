import { encodeMultipart } from '../../../../nodes/service/serviceRequest';

it('writes fields as text, objects as JSON, and the files under one name', () => {
	const files = [new File(['a'], 'a.wav'), new File(['b'], 'b.wav')];
	const form = encodeMultipart({ name: 'Front desk', count: 2, extra: { a: 1 } }, files);
	expect(form.get('name')).toBe('Front desk');
	expect(form.get('count')).toBe('2');
	expect(form.get('extra')).toBe('{"a":1}');
	expect(form.getAll('files').map((file) => (file as File).name)).toEqual(['a.wav', 'b.wav']);
});
