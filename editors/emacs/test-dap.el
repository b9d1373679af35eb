;;; test-dap.el --- A real Emacs through a failing run, forwards and backwards  -*- lexical-binding: t; -*-

;; Run by `cargo test -p whyc --test dap`; alone:
;;   WHYC=target/debug/whyc FILE=COPY_OF_MEDIAN.c emacs --batch -q -l editors/emacs/test-dap.el

;;; Code:

(require 'package)
(package-initialize)
(unless (require 'dap-mode nil t)
  (message "whyc: skipped: dap-mode is not installed")
  (kill-emacs 0))
(setq dap-auto-configure-features nil lsp-keep-workspace-alive nil)
(load (expand-file-name "whyc-dap.el" (file-name-directory load-file-name)) nil t)

(defvar test-stops 0 "How often the run has stopped.")
;; With a frame that dap-mode has gone to, and so with a line.
(add-hook 'dap-stack-frame-changed-hook
          (lambda (session) (when (dap--debug-session-active-frame session) (setq test-stops (1+ test-stops)))))

(defun test-wait (what is-there)
  "Wait until IS-THERE gives something, which is WHAT."
  (let ((until (+ (float-time) 300)) found)
    (while (not (setq found (funcall is-there)))
      (when (> (float-time) until)
        (message "whyc: there should be %s" what)
        (kill-emacs 1))
      (accept-process-output nil 0.05))
    found))

(defun test-go (what go)
  "Call GO, and wait until the run has stopped again: WHAT."
  (let ((before test-stops))
    (funcall go)
    (test-wait what (lambda () (> test-stops before)))
    (message "whyc: %s: line %d" what (test-line))))

(defun test-session () "The session." (dap--cur-session))

(defun test-line ()
  "The line that the run has stopped at."
  (gethash "line" (dap--debug-session-active-frame (test-session))))

(defun test-value (expression)
  "The value of EXPRESSION."
  (gethash "result" (dap-request (test-session) "evaluate" :expression expression :context "watch"
                                 :frameId (gethash "id" (dap--debug-session-active-frame (test-session))))))

(find-file (getenv "FILE"))
(test-go "entry" #'whyc-debug)
(test-go "next" (lambda () (dap-next (test-session))))
(test-go "step back" #'whyc-step-back)
(test-go "failure" (lambda () (dap-continue (test-session) (dap--debug-session-thread-id (test-session)))))
(message "whyc: the check is %s" (test-value "not_smaller >= 2 && not_larger >= 2"))
(test-go "why" (lambda () (whyc-why "not_smaller")))
(message "whyc: the buffer is at line %d of %s" (line-number-at-pos) (file-name-nondirectory buffer-file-name))
(dap-disconnect (test-session))
(message "whyc: done")
(kill-emacs 0)
;;; test-dap.el ends here
