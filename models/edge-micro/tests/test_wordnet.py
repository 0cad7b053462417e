"""WordNet's files, on a folder of a few lines in their format."""
import tempfile
import unittest
from pathlib import Path

from . import HOME  # noqa: F401
import wordnet

LICENCE = "  1 This software and database is being provided to you under a licence.  \n"
NOUNS = LICENCE + """\
00000001 03 n 01 entity 0 001 ~ 00000002 n 0000 | that which has its own distinct existence
00000002 06 n 03 craft 0 Vessel_of_old 0 rusty_old_tub 0 001 @ 00000001 n 0000 | what carries people; or goods
00000003 06 n 02 tall_ship a schooner 0 003 @ 00000002 n 0000 #p 00000001 n 0000 @ 00000001 n 0000 | a craft with  sails
00000004 06 n 02 dinghy 0 rowboat 0 001 @ 00000002 n 0000 | a small craft (met too seldom)
00000005 06 n 01 Titanic 0 001 @i 00000002 n 0000 | a craft that has no usable word
00000006 12 n 01 joy 0 000 | the emotion of great happiness
00000007 06 n 01 cannon 0 000 | a large and heavy weapon on a ship
00000008 06 n 01 hull 0 000 | a body
00000009 06 n 0b aa 0 bb 0 ccc 0 ddd 0 eee 0 fff 0 ggg 0 hhh 0 iii 0 jjj 0 kkk 0 000 | eleven words; "0b"
"""
VERBS = LICENCE + """\
00000001 35 v 02 mend 0 repair 0 001 $ 00000002 v 0000 02 + 11 00 + 08 00 | restore what is broken
00000002 35 v 01 solder 0 001 @ 00000001 v 0000 01 + 08 00 | join with molten metal
00000003 38 v 02 sail 0 voyage 0 000 01 + 02 00 | travel on water by wind
"""
COUNTS = """\
craft%1:06:00:: 1 1
vessel_of_old%1:06:00:: 1 1
tall_ship%1:06:10:: 1 7
dinghy%1:06:00:: 1 1
titanic%1:06:00:: 1 9
joy%1:12:00:: 1 9
cannon%1:06:00:: 1 9
hull%1:06:00:: 1 9
kkk%1:06:00:: 2 5
mend%2:35:00:: 1 3
solder%2:35:00:: 1 9
sail%2:38:00:: 1 9
"""


class WordNet(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for file, text in (("data.noun", NOUNS), ("data.verb", VERBS), ("cntlist.rev", COUNTS)):
                (folder / file).write_text(text, encoding="utf-8")
            cls.nouns, cls.verbs = wordnet.read(folder)

    def test_gives_the_meanings_of_nouns_that_are_common_harmless_and_told_shortly(self):
        self.assertEqual([noun.words[0] for noun in self.nouns], ["craft", "tall ship", "ccc"])

    def test_gives_usable_words_the_field_what_it_is_a_kind_of_and_the_first_clause(self):
        craft, ship, eleven = self.nouns
        self.assertEqual(craft, (["craft"], "noun.06", ["entity"], "what carries people"))
        self.assertEqual(ship, (["tall ship", "schooner"], "noun.06", ["craft", "entity"], "a craft with sails"))
        self.assertEqual((eleven.words, eleven.gloss), (["ccc", "ddd", "eee", "fff"], "eleven words"))

    def test_gives_verbs_that_take_an_object_and_have_another_word(self):
        self.assertEqual(self.verbs, [(["mend", "repair"], "verb.35", [], "restore what is broken")])

    def test_is_empty_where_it_is_not_installed(self):
        self.assertEqual(wordnet.read(Path("/missing")), ([], []))


if __name__ == "__main__":
    unittest.main()
