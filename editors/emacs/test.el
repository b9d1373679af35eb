;;; test.el --- A real Emacs through a diagnostic and its fix  -*- lexical-binding: t; -*-

;; Run by `cargo test -p whyc --test lsp`; alone:
;;   WHYC=target/debug/whyc FILE=COPY_OF_MEDIAN.c emacs --batch -q -l editors/emacs/test.el

;;; Code:

;; Before Emacs 29 eglot is a package.
(require 'package)
(package-initialize)
(unless (require 'eglot nil t)
  (message "whyc: skipped: eglot is not installed")
  (kill-emacs 0))
(load (expand-file-name "whyc.el" (file-name-directory load-file-name)) nil t)
(require 'flymake)

(defun test-wait (what is-there)
  "Wait until IS-THERE gives something, which is WHAT."
  (let ((until (+ (float-time) 300)) found)
    (while (not (setq found (funcall is-there)))
      (when (> (float-time) until)
        (message "whyc: there should be %s" what)
        (kill-emacs 1))
      (accept-process-output nil 0.05))
    found))

(setq eglot-sync-connect 120 eglot-connect-timeout 120 eglot-confirm-server-initiated-edits nil)
(find-file (getenv "FILE"))
(c-mode)
(apply #'eglot (eglot--guess-contact))
(flymake-mode 1)
(flymake-start)
(let ((found (test-wait "a diagnostic" (lambda () (car (flymake-diagnostics))))))
  (message "whyc: line %d: %s" (line-number-at-pos (flymake-diagnostic-beg found))
           (car (split-string (flymake-diagnostic-text found) "\n")))
  (goto-char (flymake-diagnostic-beg found)))
(let ((action (test-wait "a change"
                         (lambda ()
                           (seq-find (lambda (action) (eq t (plist-get action :isPreferred)))
                                     (jsonrpc-request (eglot-current-server) :textDocument/codeAction
                                                      (list :textDocument (eglot--TextDocumentIdentifier)
                                                            :range (list :start (eglot--pos-to-lsp-position)
                                                                         :end (eglot--pos-to-lsp-position))
                                                            :context (list :diagnostics []))))))))
  (message "whyc: %s" (plist-get action :title))
  (eglot--apply-workspace-edit (plist-get action :edit)))
(save-buffer)
(test-wait "no diagnostic" (lambda () (null (flymake-diagnostics))))
(message "whyc: the diagnostic is gone")
(undo-boundary)
(undo)
(save-buffer)
(test-wait "the diagnostic again" (lambda () (flymake-diagnostics)))
(whyc-explain)
(message "whyc: %s" (with-current-buffer "*whyc*" (buffer-substring (point-min) (line-end-position))))
(eglot-shutdown (eglot-current-server))
;;; test.el ends here
