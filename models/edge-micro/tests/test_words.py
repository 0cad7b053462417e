"""The word material, on a machine that has a list of words and on one that has none."""
import tempfile
import unittest
from pathlib import Path

from . import HOME  # noqa: F401
import words
from meanings import ACTIONS, THINGS
from words import CHINESE, ENGLISH


class EnglishWords(unittest.TestCase):
    def test_come_from_the_systems_list_but_for_the_unfit(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "words"
            path.write_text("pear\nOslo\nox\nisn't\nnaïve\nincomprehensible\nbastards\n", encoding="utf-8")
            self.assertEqual(words.english_words(path), ["pear", "Oslo"])

    def test_come_from_the_projects_own_files_where_the_system_has_none(self):
        own = words.english_words(Path("/missing"))
        self.assertGreater(sum(word.islower() for word in own), 500)
        self.assertGreater(sum(word.istitle() for word in own), 500)
        self.assertEqual(own, sorted(set(own)))


class TheFiles(unittest.TestCase):
    def test_have_the_same_sections_in_both_languages(self):
        for found in (words.SMALL_TALK, words.WORDINGS):
            self.assertLessEqual(set(found[CHINESE]), set(found[ENGLISH]))
            for zh in found:
                self.assertTrue(all(found[zh].values()), zh)

    def test_parts_are_split_without_the_spaces_around_them(self):
        self.assertEqual(words.split(" a, b c,, d "), ["a", "b c", "d"])
        self.assertEqual(words.split("a | b", "|"), ["a", "b"])

    def test_sections_are_told_apart_by_their_language(self):
        found = {"joints en": ["and"], "joints zh": ["再"], "keys": ["id"]}
        self.assertEqual(words.by_language(found), {ENGLISH: {"joints": ["and"]}, CHINESE: {"joints": ["再"]}})

    def test_things_and_actions_have_words_in_both_languages(self):
        self.assertGreater(len(THINGS), 900)
        self.assertGreater(len(ACTIONS), 200)
        for each in THINGS + ACTIONS:
            self.assertTrue(each.words[ENGLISH] and each.words[CHINESE], each)
        for thing in THINGS:
            self.assertTrue(thing.group, thing)


if __name__ == "__main__":
    unittest.main()
